// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_model_file.hpp"

#include <string>
#include <string_view>

#include "elto/core/error.hpp"

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

}  // namespace
}  // namespace elto
