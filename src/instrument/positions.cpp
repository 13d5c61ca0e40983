// A user thinks in lines of their own source, but after inlining most accesses come from the insides of
// <atomic> or <vector>. So the location of an access is the innermost one on its chain of inlined calls that
// is not in a system header; function and file go with that location.
#include "instrument/positions.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Path.h>

#include "runtime/abi.h"

using namespace llvm;

namespace heddle {

Positions::Positions(Module& module) : module_(module) {
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::getUnqual(context);
  Type* word = Type::getInt32Ty(context);
  type_ = StructType::get(context, {pointer, pointer, pointer, word, word});
}

Constant* Positions::text(StringRef text) {
  Constant*& slot = texts_[text];
  if (!slot) {
    Constant* bytes = ConstantDataArray::getString(module_.getContext(), text);
    auto* global =
        new GlobalVariable(module_, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, "heddle.text");
    global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    global->setAlignment(Align(1));
    slot = global;
  }
  return slot;
}

// The name as the compiler was given it. Clang splits an absolute path into a directory it shares with the
// working directory and the rest, so a directory other than the unit's has to be put back.
static std::string file_name(const DIFile* file, const DICompileUnit* unit) {
  if (!file) return {};
  if (sys::path::is_absolute(file->getFilename()) || !unit || file->getDirectory() == unit->getDirectory() ||
      file->getDirectory().empty())
    return file->getFilename().str();
  SmallString<256> path(file->getDirectory());
  sys::path::append(path, file->getFilename());
  return path.str().str();
}

bool is_system_file(const DIFile* file) {
  if (!file) return false;
  SmallString<256> path(file->getFilename());
  if (!sys::path::is_absolute(path)) {
    path = file->getDirectory();
    sys::path::append(path, file->getFilename());
  }
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") || path.str().contains("/c++/");
}

static StringRef without_template_arguments(StringRef name) {
  if (name.starts_with("operator")) return name;
  return name.take_until([](char c) { return c == '<' || c == '('; });
}

// "main" for the linkage name of "main::$_0::operator()() const"; empty if it is not a lambda.
static std::string function_around_lambda(StringRef linkage_name) {
  const std::string full = demangle(linkage_name.str());
  size_t end = full.find("::$_");
  if (end == std::string::npos) end = full.find("::'lambda");
  if (end == std::string::npos) return {};
  const StringRef around = StringRef(full).take_front(end);
  const StringRef plain = around.take_until([](char c) { return c == '(' || c == '<'; });
  return plain.rsplit("::").second.empty() ? plain.str() : plain.rsplit("::").second.str();
}

std::string short_name(const DISubprogram& subprogram) {
  if (subprogram.getName() == "operator()" && !subprogram.getLinkageName().empty()) {
    const std::string around = function_around_lambda(subprogram.getLinkageName());
    if (!around.empty()) return around + "::lambda";
  }
  const auto* around = dyn_cast_or_null<DICompositeType>(subprogram.getScope());
  const StringRef type = around ? without_template_arguments(around->getName()) : "";
  return (type.empty() ? "" : type.str() + "::") + without_template_arguments(subprogram.getName()).str();
}

// "push" for a function without debug information whose symbol is _ZN5QueueIiE4pushEi.
static std::string short_name(const Function& function) {
  std::string name = demangle(function.getName().str());
  const StringRef plain = without_template_arguments(name);
  return plain.rsplit("::").second.empty() ? plain.str() : plain.rsplit("::").second.str();
}

static const DILocation* users_location(const DILocation* location) {
  for (const DILocation* at = location; at; at = at->getInlinedAt())
    if (!is_system_file(at->getFile())) return at;
  return location;
}

Constant* Positions::value_at(const DILocation* location, const Function& function, StringRef variable) {
  std::string file, name;
  uint32_t line = 0, column = 0;
  const DISubprogram* subprogram = function.getSubprogram();
  if (location && (location = users_location(location))) {
    subprogram = location->getScope()->getSubprogram();
    line = location->getLine();
    column = location->getColumn();
    file = file_name(location->getFile(), function.getSubprogram() ? function.getSubprogram()->getUnit() : nullptr);
  } else if (subprogram) {
    line = subprogram->getLine();
    file = file_name(subprogram->getFile(), subprogram->getUnit());
  }
  name = subprogram ? short_name(*subprogram) : short_name(function);

  Type* word = Type::getInt32Ty(module_.getContext());
  return ConstantStruct::get(
      type_, {text(file), text(name), text(variable), ConstantInt::get(word, line), ConstantInt::get(word, column)});
}

Constant* Positions::place(Constant* value) {
  auto* position =
      new GlobalVariable(module_, value->getType(), true, GlobalValue::PrivateLinkage, value, "heddle.pos");
  position->setSection("heddle_pos");
  position->setAlignment(Align(8));
  return position;
}

Constant* Positions::at(const DILocation* location, const Function& function, StringRef variable) {
  return place(value_at(location, function, variable));
}

// Optimisation leaves some instructions without a line; a neighbour's is close enough.
static const DILocation* location_near(const Instruction& instruction) {
  const auto usable = [](const Instruction* i) { return i->getDebugLoc() && i->getDebugLoc().getLine() != 0; };
  if (usable(&instruction)) return instruction.getDebugLoc();
  for (const Instruction* i = instruction.getPrevNode(); i; i = i->getPrevNode())
    if (usable(i)) return i->getDebugLoc();
  for (const Instruction* i = instruction.getNextNode(); i; i = i->getNextNode())
    if (usable(i)) return i->getDebugLoc();
  return nullptr;
}

// -ftrivial-auto-var-init: nobody wrote that down, and reports leave it out.
static bool is_fill(const Instruction& instruction) {
  const MDNode* notes = instruction.getMetadata(LLVMContext::MD_annotation);
  return notes && any_of(notes->operands(), [](const MDOperand& note) {
           const auto* text = dyn_cast<MDString>(note);
           return text && text->getString() == "auto-init";
         });
}

Constant* Positions::of(const Instruction& instruction, StringRef variable) {
  Constant* value = value_at(location_near(instruction), *instruction.getFunction(), variable);
  if (!is_fill(instruction)) return place(value);
  constexpr unsigned kColumn = 4;
  SmallVector<Constant*, 5> fields;
  for (unsigned i = 0; i < kColumn; ++i) fields.push_back(value->getAggregateElement(i));
  const uint64_t column = cast<ConstantInt>(value->getAggregateElement(kColumn))->getZExtValue();
  fields.push_back(ConstantInt::get(Type::getInt32Ty(module_.getContext()), column | HEDDLE_FILL));
  return place(ConstantStruct::get(type_, fields));
}

Constant* Positions::of_each(const Instruction& instruction, ArrayRef<std::string> variables) {
  std::vector<Constant*> values;
  for (const std::string& variable : variables)
    values.push_back(value_at(location_near(instruction), *instruction.getFunction(), variable));
  return place(ConstantArray::get(ArrayType::get(type_, values.size()), values));
}

}  // namespace heddle
