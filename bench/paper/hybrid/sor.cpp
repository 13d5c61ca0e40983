// Successive over-relaxation: rows of a grid are dealt out; a cell becomes the mean of its neighbours in its row and of the row above.
#include "threads.h"

static constexpr int kRows = 4, kColumns = 4;

struct Part {
  double (*grid)[kColumns];
  int first, last;
};

static void* relax(void* argument) {
  auto* part = static_cast<Part*>(argument);
  double(*grid)[kColumns] = part->grid;
  const int first = part->first, last = part->last;
  for (int row = first; row < last; ++row)
    for (int column = 1; column < kColumns - 1; column += 2)
      grid[row][column] = (grid[row][column - 1] + grid[row][column + 1]) / 2;
  // The edge between the two parts is common.
  grid[1][0] += 1;
  return nullptr;
}

int main() {
  static double grid[kRows][kColumns];
  static Part parts[2] = {{grid, 0, 1}, {grid, 2, 3}};
  run_all(parts, relax);
}
