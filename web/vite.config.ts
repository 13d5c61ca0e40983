// Builds one HTML file with its script and styles inside: the template that the tool fills in.
import { defineConfig, type Plugin } from "vite";

// Puts the bundle's only script and only style sheet into the page.
function inline(): Plugin {
  return {
    name: "inline",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the bundle has no page");
      let html = String(page.source).replace(/<(script type="module"|link rel="(stylesheet|modulepreload)")[^>]*>(<\/script>)?\s*/g, "");
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        // A script's end inside a script would end it for the browser; in strings "<\/" means the same as "</".
        if (part.type === "chunk")
          html = html.replace("</body>", () => `<script type="module">${part.code.replaceAll("</script", "<\\/script")}</script>\n  </body>`);
        else html = html.replace("</head>", () => `<style>${String(part.source).trim()}</style>\n  </head>`);
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

export default defineConfig({
  plugins: [inline()],
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  build: { target: "es2022", cssCodeSplit: false, modulePreload: false, emptyOutDir: true },
});
