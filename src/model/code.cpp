// Flattening; see code.h.
#include "model/code.h"

#include "base/check.h"

namespace heddle::model {
namespace {

struct Flattener {
  std::vector<Line>& lines;
  uint32_t& position;

  Line& emit(Line::Kind kind, const Instruction* from = nullptr) {
    Line& line = lines.emplace_back();
    line.kind = kind;
    line.position = position;
    if (from) {
      line.instruction = *from;
      line.instruction.body.clear();
    }
    return line;
  }

  void body(const std::vector<Instruction>& instructions, int loops) {
    for (const Instruction& i : instructions) {
      ++position;
      if (i.code == Code::kIf) {
        const size_t head = lines.size();
        emit(Line::kUnless, &i);
        body(i.body, loops);
        lines[head].jump = static_cast<uint16_t>(lines.size());
      } else if (i.code == Code::kWhile) {
        CHECK(loops < kLoopSlots);
        emit(Line::kStartLoop).slot = static_cast<uint8_t>(loops);
        const size_t head = lines.size();
        emit(Line::kLoopHead, &i).slot = static_cast<uint8_t>(loops);
        body(i.body, loops + 1);
        emit(Line::kJump).jump = static_cast<uint16_t>(head);
        lines[head].jump = static_cast<uint16_t>(lines.size());
      } else if (i.code == Code::kAtomic) {
        emit(Line::kEnter);
        body(i.body, loops);
        emit(Line::kLeave);
      } else {
        emit(Line::kDo, &i);
      }
    }
  }
};

}  // namespace

FlatProgram flatten(const Program& program) {
  CHECK(!program.threads.empty() && program.threads.size() <= kMaxModelThreads);
  FlatProgram flat;
  flat.variables = program.variables;
  flat.semaphores = program.semaphores;
  flat.barriers = program.barriers;
  flat.mutexes = program.mutexes;
  flat.conditions = program.conditions;
  flat.recursive = program.recursive;
  uint32_t position = 0;
  for (size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    const bool is_twin = thread.like >= 0 && static_cast<size_t>(thread.like) < t &&
                         program.threads[static_cast<size_t>(thread.like)].body == thread.body;
    flat.like.push_back(is_twin ? flat.like[static_cast<size_t>(thread.like)] : static_cast<int>(t));
    flat.gives.push_back(thread.gives);
    if (is_twin) {
      flat.threads.push_back(flat.threads[static_cast<size_t>(thread.like)]);
      continue;
    }
    Flattener f{flat.threads.emplace_back(), position};
    f.body(thread.body, 0);
    f.emit(Line::kFinish);
  }
  return flat;
}

}  // namespace heddle::model
