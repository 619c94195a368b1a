// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_model_file.hpp"

#include <string>
#include <string_view>

#include "elto/core/error.hpp"

#include "support/driven_signal_model.hpp"
#include "support/small_signal_law.hpp"
#include "support/small_signal_model.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

ArrayFile with(std::string_view from, std::string_view to) {
  ArrayFile file = to_array_file(testing::small_signal_model());
  const std::size_t place = file.meta.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  file.meta.replace(place, from.size(), to);
  return file;
}

TEST(SignalModelFile, GivesBackWhatWasWritten) {
  const testing::TemporaryFolder folder;
  SignalModel model = testing::small_signal_model();
  model.parts[0].offset = 0.1 + 0.2;  // all digits
  const Index parameters = model.parts[0].model.logs().size();
  model.parts[0].uncertainty = Matrix::Random(parameters, parameters);
  save(model, folder.path() / "m.elto");
  const SignalModel read = load_signal_model(folder.path() / "m.elto");
  EXPECT_EQ(read.channels, model.channels);
  ASSERT_EQ(read.dimension(), model.dimension());
  for (std::size_t j = 0; j < model.parts.size(); ++j) {
    const ChannelModel &a = read.parts[j], &b = model.parts[j];
    EXPECT_EQ(a.family, b.family);
    EXPECT_EQ(a.offset, b.offset);
    EXPECT_EQ(a.scale, b.scale);
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(a.intervenes, b.intervenes);
    EXPECT_EQ(a.noise_evidence, b.noise_evidence);
    EXPECT_EQ(a.uncertainty, b.uncertainty);
    EXPECT_EQ(a.model.noise, b.model.noise);
    EXPECT_EQ(a.model.dynamics.logs(), b.model.dynamics.logs());
    EXPECT_EQ(a.model.dynamics.transition(0.7).F, b.model.dynamics.transition(0.7).F);
    EXPECT_EQ(a.model.dynamics.transition(0.7).Q, b.model.dynamics.transition(0.7).Q);
  }
}

TEST(SignalModelFile, GivesBackLaws) {
  SignalModel model = testing::with_quadratic_law();
  SignalLaw& law = model.laws[0];
  law.model.law.terms =
      LawTerms(2, law.model.law.terms.monomials(), Matrix{{0.1, 0.2}}, Vector{{0.5, 1.0 / 3.0}});
  law.model.law.coefficients.conservativeResize(7, 2);
  law.model.law.coefficients.row(6) << 0.25, -0.125;
  const SignalModel read = signal_model_from(to_array_file(model));
  ASSERT_EQ(read.laws.size(), 1u);
  const SignalLaw& again = read.laws[0];
  EXPECT_EQ(again.family, law.family);
  EXPECT_EQ(again.columns, law.columns);
  EXPECT_EQ(again.model.law.order, law.model.law.order);
  EXPECT_EQ(again.model.law.terms.monomials(), law.model.law.terms.monomials());
  EXPECT_EQ(again.model.law.terms.centres(), law.model.law.terms.centres());
  EXPECT_EQ(again.model.law.terms.widths(), law.model.law.terms.widths());
  EXPECT_EQ(again.model.law.coefficients, law.model.law.coefficients);
  EXPECT_EQ(again.model.law.level_noise, law.model.law.level_noise);
  EXPECT_EQ(again.model.law.drift_noise, law.model.law.drift_noise);
  EXPECT_EQ(again.model.law.memory, law.model.law.memory);
  EXPECT_EQ(again.model.noise, law.model.noise);
  EXPECT_EQ(again.model.centre, law.model.centre);
  EXPECT_EQ(again.offset, law.offset);
  EXPECT_EQ(again.scale, law.scale);
  EXPECT_EQ(again.step, law.step);
  EXPECT_EQ(again.learned, law.learned);
  EXPECT_EQ(again.covariance, law.covariance);
}

TEST(SignalModelFile, RefusesLawsThatAreNone) {
  for (const auto& [from, to] :
       {std::pair{"\"columns\":[0,1]", "\"columns\":[0,7]"},
        std::pair{"\"columns\":[0,1]", "\"columns\":[0,0]"},
        std::pair{"\"columns\":[0,1]", "\"columns\":[0]"},
        std::pair{"\"columns\":[0,1]", "\"columns\":[]"},
        std::pair{"\"learned\":[[1,0],[4,1]]", "\"learned\":[[1,0],[9,1]]"},
        std::pair{"\"learned\":[[1,0],[4,1]]", "\"learned\":[[1,0]]"},
        std::pair{"\"memory\":7.0", "\"memory\":-7.0"},
        std::pair{"[0,0],[0,1],[1,1]", "[0,0],[0,1],[1,3]"}}) {
    ArrayFile file = to_array_file(testing::with_quadratic_law());
    const std::size_t place = file.meta.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    file.meta.replace(place, std::string_view(from).size(), to);
    EXPECT_THROW(static_cast<void>(signal_model_from(file)), IoError) << to;
  }
}

TEST(SignalModelFile, RefusesWhatIsNone) {
  EXPECT_NO_THROW(signal_model_from(with("\"kind\"", "\"kind\"")));
  for (const auto& [from, to] :
       {std::pair{"\"cycle\"", "\"circle\""},
        std::pair{"\"harmonics\":3", "\"harmonics\":3000000000"},
        std::pair{"\"harmonics\":3", "\"harmonics\":0"},
        std::pair{"\"scale\":2.0", "\"scale\":-2.0"}, std::pair{"\"order\":2", "\"order\":7"},
        std::pair{"\"period\":24.0", "\"period\":\"24\""}, std::pair{"\"parts\"", "\"ports\""},
        std::pair{"\"step\":0.5", "\"step\":null"},
        std::pair{"\"uncertainty\":[]", "\"uncertainty\":[[],[]]"}})
    EXPECT_THROW(signal_model_from(with(from, to)), IoError) << from;
  ArrayFile other = to_array_file(testing::small_signal_model());
  other.kind = "model";
  EXPECT_THROW(signal_model_from(other), IoError);
}

TEST(SignalModelFile, GivesBackWhatInputsDo) {
  const SignalModel model = testing::driven_signal_model();
  const SignalModel read = signal_model_from(to_array_file(model));
  EXPECT_EQ(read.inputs, model.inputs);
  ASSERT_EQ(read.parts[0].effects.size(), 2u);
  EXPECT_TRUE(read.parts[1].effects.empty());
  for (std::size_t k = 0; k < 2; ++k) {
    const InputEffect &a = read.parts[0].effects[k], &b = model.parts[0].effects[k];
    EXPECT_EQ(a.input, b.input);
    EXPECT_EQ(a.gain, b.gain);
    EXPECT_EQ(a.centre, b.centre);
    EXPECT_EQ(a.lag, b.lag);
  }
  EXPECT_EQ(read.parts[0].gain_covariance, model.parts[0].gain_covariance);
}

TEST(SignalModelFile, GivesBackInputsOfLaws) {
  const SignalModel model = testing::with_driven_law();
  const SignalModel read = signal_model_from(to_array_file(model));
  ASSERT_EQ(read.laws.size(), 1u);
  EXPECT_EQ(read.laws[0].inputs, model.laws[0].inputs);
  EXPECT_EQ(read.laws[0].input_offset, model.laws[0].input_offset);
  EXPECT_EQ(read.laws[0].input_scale, model.laws[0].input_scale);
  EXPECT_EQ(read.laws[0].model.law.inputs, 1);
  EXPECT_EQ(read.laws[0].model.law.terms.monomials(), model.laws[0].model.law.terms.monomials());
}

}  // namespace
}  // namespace elto
