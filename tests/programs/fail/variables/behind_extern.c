// The array is defined in another file.
// VERDICT: bug:out-of-bounds
// REPORT: behind the end of the global array shared_row of 24 bytes
// FILES: behind_extern.c parts/row.c
// RUN: -O0
// RUN: -O1
extern long shared_row[];
extern int row_length;
int main(void) {
  long sum = 0;
  for (int i = 0; i <= row_length; i++) sum += shared_row[i];  // BUG
  return sum == 9;
}
