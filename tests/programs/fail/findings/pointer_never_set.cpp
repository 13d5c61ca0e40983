// A pointer in fresh memory that nobody set.
// VERDICT: bug:crash
struct Node {
  int value;
  Node* next;
};
int main() {
  Node* n = new Node;
  n->value = 1;
  int v = n->next->value;  // BUG
  delete n;
  return v;
}
