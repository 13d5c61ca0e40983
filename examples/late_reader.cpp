// A reader looks at a message that its owner may already have thrown away.
#include <thread>

struct Message {
  int length = 5;
};

Message* latest = nullptr;
int seen = 0;

int main() {
  latest = new Message;
  std::thread reader([] {
    Message* message = latest;
    if (message != nullptr) seen = message->length;
  });
  Message* mine = latest;
  latest = nullptr;
  delete mine;
  reader.join();
}
