// In a layer, so that our own styles win in any loading order.
import "@mantine/core/styles.layer.css";
import "./ui/fonts.css";
import "./global.css";
import "./print.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { ApiFailure } from "./api/failure.ts";
import { queryClient, router } from "./router.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";
import { ConfirmProvider } from "./ui/dialog/confirm.tsx";
import { ConnectionLine } from "./ui/notice/connection-line.tsx";
import { NoticeHost } from "./ui/notice-host.tsx";

// The CSP allows only <style> elements with this page's nonce. react-remove-scroll, which dialogs use, reads it from get-nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
setNonce(nonce);

const element = document.getElementById("root");
if (!element) throw new Error("The page has no root.");
const root = createRoot(element, {
  // Server errors are shown on the page. Anything else is a bug.
  onCaughtError: (error) => (error instanceof ApiFailure ? undefined : console.error(error)),
});

const onLeave = (listener: () => void): (() => void) =>
  router.subscribe("onBeforeLoad", ({ pathChanged }) => {
    if (pathChanged) listener();
  });

const application = (
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      cssVariablesResolver={cssVariablesResolver}
    >
      <NoticeHost />
      <ConnectionLine />
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider onLeave={onLeave}>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);

// The outline in index.html stays until there is a page to show, and disappears in the same frame.
void router.load().then(() => {
  flushSync(() => root.render(application));
  document.getElementById("outline")?.remove();
});
