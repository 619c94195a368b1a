// SPDX-License-Identifier: Apache-2.0
#include "linalg/lapack.hpp"

#include <algorithm>
#include <cmath>
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
void dgeqrf_(const int* m, const int* n, double* a, const int* lda, double* tau, double* work,
             const int* lwork, int* info);
void dgeqp3_(const int* m, const int* n, double* a, const int* lda, int* jpvt, double* tau,
             double* work, const int* lwork, int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau,
             double* work, const int* lwork, int* info);
void dormqr_(const char* side, const char* trans, const int* m, const int* n, const int* k,
             const double* a, const int* lda, const double* tau, double* c, const int* ldc,
             double* work, const int* lwork, int* info, std::size_t, std::size_t);
void dgesdd_(const char* jobz, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork,
             int* iwork, int* info, std::size_t);
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

/// Calls with room to work in. LAPACK is asked first how much it wants.
template <class Call>
void with_room(const Call& call) {
  double wanted = 0.0;
  int work_size = -1;
  call(&wanted, &work_size);
  work_size = static_cast<int>(wanted);
  Vector work(work_size);
  call(work.data(), &work_size);
}

/// jobz: "S" for vectors too, "N" for values alone.
std::optional<SingularDecomposition> decomposed(Matrix A, const char* jobz) {
  if (!A.allFinite()) return std::nullopt;
  const bool vectors = *jobz == 'S';
  const Index k = std::min(A.rows(), A.cols());
  Matrix VT(vectors ? k : 0, vectors ? A.cols() : 0);
  SingularDecomposition made{Matrix(vectors ? A.rows() : 0, vectors ? k : 0), Vector(k), {}};
  int info = 0;
  if (k > 0) {
    const int m = size(A.rows()), n = size(A.cols()), lda = leading_dimension(A);
    const int ldu = leading_dimension(made.U), ldvt = leading_dimension(VT);
    std::vector<int> iwork(static_cast<std::size_t>(8 * k));
    with_room([&](double* work, const int* work_size) {
      dgesdd_(jobz, &m, &n, A.data(), &lda, made.values.data(), made.U.data(), &ldu, VT.data(),
              &ldvt, work, work_size, iwork.data(), &info, 1);
    });
  }
  made.V = VT.transpose();
  if (info != 0 || !made.values.allFinite()) return std::nullopt;
  return made;
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

std::optional<ThinQr> thin_qr(Matrix A) {
  if (!A.allFinite()) return std::nullopt;
  const Index k = std::min(A.rows(), A.cols());
  const int m = size(A.rows()), n = size(A.cols()), columns = size(k), lda = leading_dimension(A);
  Vector tau(k);
  int info = 0;
  with_room([&](double* work, const int* work_size) {
    dgeqrf_(&m, &n, A.data(), &lda, tau.data(), work, work_size, &info);
  });
  ThinQr qr{{}, A.topRows(k).triangularView<Eigen::Upper>()};
  with_room([&](double* work, const int* work_size) {
    dorgqr_(&m, &columns, &columns, A.data(), &lda, tau.data(), work, work_size, &info);
  });
  qr.Q = A.leftCols(k);
  return qr;
}

std::optional<LeastSquares> pivoted_least_squares(Matrix A, Vector b) {
  if (!A.allFinite() || !b.allFinite()) return std::nullopt;
  const Index k = A.cols();
  const int m = size(A.rows()), n = size(k), one = 1, lda = leading_dimension(A);
  std::vector<int> order(static_cast<std::size_t>(k), 0);  // 0: may be moved
  Vector tau(k);
  int info = 0;
  with_room([&](double* work, const int* work_size) {
    dgeqp3_(&m, &n, A.data(), &lda, order.data(), tau.data(), work, work_size, &info);
  });
  with_room([&](double* work, const int* work_size) {
    dormqr_("L", "T", &m, &one, &n, A.data(), &lda, tau.data(), b.data(), &m, work, work_size,
            &info, 1, 1);
  });
  const auto R = A.topRows(k);
  LeastSquares found{Vector::Zero(k), Vector(k)};
  const auto is_independent = [&](Index i) {
    return std::abs(R(i, i)) > std::numeric_limits<double>::epsilon() * std::abs(R(0, 0));
  };
  while (found.rank < k && is_independent(found.rank)) ++found.rank;
  Vector w = Vector::Zero(k);
  w.head(found.rank) = b.head(found.rank);
  R.topLeftCorner(found.rank, found.rank)
      .triangularView<Eigen::Upper>()
      .solveInPlace(w.head(found.rank));
  // (A^T A)^-1 = P R^-1 R^-T P^T
  Matrix inverse = Matrix::Identity(k, k);
  R.triangularView<Eigen::Upper>().solveInPlace(inverse);
  for (Index i = 0; i < k; ++i) {
    const Index column = order[static_cast<std::size_t>(i)] - 1;
    found.solution[column] = w[i];
    found.variance[column] = inverse.row(i).squaredNorm();
  }
  return found;
}

std::optional<SingularDecomposition> singular_decomposition(Matrix A) {
  return decomposed(std::move(A), "S");
}

std::optional<Vector> singular_values(Matrix A) {
  std::optional<SingularDecomposition> made = decomposed(std::move(A), "N");
  if (!made) return std::nullopt;
  return std::move(made->values);
}

}  // namespace elto
