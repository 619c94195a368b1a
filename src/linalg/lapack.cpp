// SPDX-License-Identifier: Apache-2.0
#include "linalg/lapack.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

// Fortran passes the lengths of character arguments behind the others.
extern "C" {
void dsyev_(const char* jobz, const char* uplo, const int* n, double* a, const int* lda, double* w,
            double* work, const int* lwork, int* info, std::size_t, std::size_t);
void dsyevd_(const char* jobz, const char* uplo, const int* n, double* a, const int* lda, double* w,
             double* work, const int* lwork, int* iwork, const int* liwork, int* info, std::size_t,
             std::size_t);
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info, std::size_t);
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* ipiv, int* info);
void dgetrs_(const char* trans, const int* n, const int* nrhs, const double* a, const int* lda,
             const int* ipiv, double* b, const int* ldb, int* info, std::size_t);
}

namespace elto {
namespace {

int size(Index n) {
  return static_cast<int>(n);
}

// LAPACK wants a leading dimension of at least 1, even of an empty matrix.
int leading_dimension(const MatrixView& A) {
  return size(std::max<Index>(1, A.outerStride()));
}

}  // namespace

bool symmetric_eigen(Eigen::Ref<Matrix> A, Eigen::Ref<Vector> values) {
  if (A.rows() == 0) return true;
  // By halves: of large matrices in a fraction of the time, but in more room.
  const int n = size(A.rows()), lda = leading_dimension(A);
  const int work_size = 1 + 6 * n + 2 * n * n, integers = 3 + 5 * n;
  Vector work(work_size);
  std::vector<int> iwork(static_cast<std::size_t>(integers));
  int info = 0;
  dsyevd_("V", "L", &n, A.data(), &lda, values.data(), work.data(), &work_size, iwork.data(),
          &integers, &info, 1, 1);
  return info == 0 && values.allFinite();
}

bool symmetric_eigen(Eigen::Ref<Matrix> A, Eigen::Ref<Vector> values, double* work) {
  if (A.rows() == 0) return true;  // LAPACK would still write to the room it works in
  const int n = size(A.rows()), lda = leading_dimension(A), work_size = size(kEigenWork) * n;
  int info = 0;
  dsyev_("V", "L", &n, A.data(), &lda, values.data(), work, &work_size, &info, 1, 1);
  return info == 0 && values.allFinite();
}

bool cholesky(Eigen::Ref<Matrix> A) {
  const int n = size(A.rows()), lda = leading_dimension(A);
  int info = 0;
  dpotrf_("L", &n, A.data(), &lda, &info, 1);
  for (Index j = 1; j < A.cols(); ++j) A.col(j).head(j).setZero();
  return info == 0 && A.diagonal().allFinite();  // OpenBLAS takes NaN for positive
}

std::optional<Matrix> solve_on_the_right(const MatrixView& X, Matrix A) {
  if (!cholesky(A)) return std::nullopt;
  Matrix solution = X;  // X A^-1 = X L^-T L^-1
  A.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(solution);
  A.triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheRight>(solution);
  return solution;
}

Matrix solve_normal_equations(const MatrixView& C, Matrix N) {
  std::optional<Matrix> W = solve_on_the_right(C, std::move(N));
  if (W) return std::move(*W);
  return Matrix::Constant(C.rows(), C.cols(), std::numeric_limits<double>::quiet_NaN());
}

bool lu_factor(Eigen::Ref<Matrix> A, std::vector<int>& pivots) {
  pivots.resize(static_cast<std::size_t>(A.rows()));
  const int n = size(A.rows()), lda = leading_dimension(A);
  int info = 0;
  dgetrf_(&n, &n, A.data(), &lda, pivots.data(), &info);
  return info == 0 && A.allFinite();
}

void lu_solve(const MatrixView& factors, const std::vector<int>& pivots, Eigen::Ref<Matrix> B) {
  const int n = size(factors.rows()), columns = size(B.cols());
  const int lda = leading_dimension(factors), ldb = leading_dimension(B);
  int info = 0;
  dgetrs_("N", &n, &columns, factors.data(), &lda, pivots.data(), B.data(), &ldb, &info, 1);
}

// P A = L U, so B A^-1 = B U^-1 L^-1 P.
void lu_solve_on_the_right(const MatrixView& factors, const std::vector<int>& pivots,
                           Eigen::Ref<Matrix> B) {
  factors.triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(B);
  factors.triangularView<Eigen::UnitLower>().solveInPlace<Eigen::OnTheRight>(B);
  for (Index j = factors.rows(); j-- > 0;) {
    const Index other = pivots[static_cast<std::size_t>(j)] - 1;
    if (other != j) B.col(j).swap(B.col(other));
  }
}

}  // namespace elto
