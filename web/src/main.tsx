import "@mantine/core/styles.css";
import "./global.css";
import "./print.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient, router } from "./router.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";
import { ConfirmProvider } from "./ui/dialog/confirm.tsx";
import { NoticeHost } from "./ui/notice/notice-host.tsx";

// The CSP allows only <style> elements with this page's nonce. react-remove-scroll, which dialogs use, reads it from get-nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
setNonce(nonce);

const element = document.getElementById("root");
if (!element) throw new Error("The page has no root.");
const root = createRoot(element);

// The first render replaces the outline of index.html, so it waits until there is a page to show.
void router.load().then(() =>
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        cssVariablesResolver={cssVariablesResolver}
      >
        <NoticeHost />
        <QueryClientProvider client={queryClient}>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
