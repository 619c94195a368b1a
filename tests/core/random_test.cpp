// SPDX-License-Identifier: Apache-2.0
#include "elto/core/random.hpp"

#include <locale>
#include <sstream>
#include <string>

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

// Digits as NumPy 1.24 prints them: RandomState(seed).random_sample(n) and .randn(n).
TEST(Rng, UniformIsTheStreamOfNumPy) {
  Rng rng(0);
  for (const double expected : {0.5488135039273248, 0.7151893663724195, 0.6027633760716439,
                                0.5448831829968969, 0.4236547993389047, 0.6458941130666561})
    EXPECT_EQ(rng.uniform(), expected);
}

TEST(Rng, NormalIsTheStreamOfNumPy) {
  Rng rng(0);
  for (const double expected : {1.764052345967664, 0.4001572083672233, 0.9787379841057392,
                                2.240893199201458, 1.8675579901499675, -0.977277879876411})
    EXPECT_EQ(rng.normal(), expected);
}

TEST(Rng, StaysInStepWithNumPyFarIntoTheStream) {
  Rng uniform(0), normal(0);
  EXPECT_EQ(uniform.uniform(10000, 1)(9999, 0), 0.8135750799512289);
  EXPECT_EQ(normal.normal(10000, 1)(9999, 0), 1.2981114320305154);
}

TEST(Rng, TakesTheLargestSeed) {
  Rng rng(4294967295U);
  EXPECT_EQ(rng.uniform(), 0.0976320289940138);
}

TEST(Rng, KeepsTheSpareNormalWhileUniformsAreDrawn) {
  Rng rng(42);
  for (const double expected : {0.4967141530112327, -0.13826430117118466, 0.6476885381006925})
    EXPECT_EQ(rng.normal(), expected);
  EXPECT_EQ(rng.uniform(), 0.15601864044243652);
  EXPECT_EQ(rng.uniform(), 0.15599452033620265);
  EXPECT_EQ(rng.normal(), 1.5230298564080254);  // the spare of the third
  EXPECT_EQ(rng.normal(), 1.5792128155073915);
}

TEST(Rng, FillsMatricesRowByRow) {
  Rng filled(3), drawn(3);
  const Matrix uniforms = filled.uniform(2, 3), normals = filled.normal(2, 3);
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) EXPECT_EQ(uniforms(i, j), drawn.uniform());
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) EXPECT_EQ(normals(i, j), drawn.normal());
}

TEST(Rng, AnEmptyMatrixDrawsNothing) {
  Rng rng(0), untouched(0);
  EXPECT_EQ(rng.normal(0, 3).size() + rng.uniform(3, 0).size(), 0);
  EXPECT_EQ(rng.uniform(), untouched.uniform());
}

TEST(Rng, HasTheMomentsItShould) {
  Rng rng(1);
  const Matrix u = rng.uniform(20000, 1), g = rng.normal(20000, 1);
  EXPECT_TRUE((u.array() >= 0.0).all() && (u.array() < 1.0).all());
  // Four standard errors.
  EXPECT_NEAR(u.mean(), 0.5, 4.0 * 0.289 / 141.0);
  EXPECT_NEAR(g.mean(), 0.0, 4.0 / 141.0);
  EXPECT_NEAR(g.squaredNorm() / 20000.0, 1.0, 4.0 * 1.41 / 141.0);
}

// Sends the state through text and compares what both draw from there.
void expect_same_stream_after(Rng rng, std::stringstream& state) {
  state << rng;
  Rng read(99);
  read.normal();  // leaves a spare that must not survive
  state >> read;
  ASSERT_FALSE(state.fail());
  EXPECT_MATRIX_EQ(read.normal(1, 7), rng.normal(1, 7));
  EXPECT_MATRIX_EQ(read.uniform(1, 700), rng.uniform(1, 700));
}

TEST(Rng, AStateReadBackContinuesTheStream) {
  Rng rng(5);
  for (int drawn = 0; drawn < 4; ++drawn) {  // with and without a spare in store
    std::stringstream state;
    expect_same_stream_after(rng, state);
    rng.normal();
  }
}

TEST(Rng, TheStateDoesNotDependOnHowTheStreamFormatsNumbers) {
  struct Grouped : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  Rng rng(5);
  rng.normal();
  std::stringstream plain, odd;
  odd.imbue(std::locale(std::locale::classic(), new Grouped));
  odd << std::hex << std::boolalpha << std::showbase;
  plain << rng;
  odd << rng;
  EXPECT_TRUE(odd.str() == plain.str());  // too long to print
  std::stringstream again;
  again.copyfmt(odd);
  expect_same_stream_after(rng, again);
}

TEST(Rng, SeveralStatesFollowEachOtherInOneStream) {
  Rng first(1), second(2);
  second.normal();
  std::stringstream states;
  states << first << ' ' << second << ' ' << "end";
  Rng a(0), b(0);
  std::string end;
  states >> a >> b >> end;
  EXPECT_EQ(a.normal(), first.normal());
  EXPECT_EQ(b.normal(), second.normal());
  EXPECT_EQ(end, "end");
}

}  // namespace
}  // namespace elto
