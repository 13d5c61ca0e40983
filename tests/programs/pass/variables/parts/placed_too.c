struct entry { const char *name; int value; };
static const struct entry entry_three __attribute__((section("entries"), used)) = {"three", 3};
static int counter __attribute__((section("counts"), used));
int more[5];
int *last_of_more(void) { return &more[4]; }
