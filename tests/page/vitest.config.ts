import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["logic/*_test.ts", "browser/*_test.ts", "formats/*_test.ts"], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false },
});
