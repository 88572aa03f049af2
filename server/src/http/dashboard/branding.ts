import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { COVER_LINE_MAX, LOGO_BODY_BYTES_MAX, SENDER_NAME_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { changeBrandText, changeLogo, getBranding, removeLogo } from "../../usecases/accounts/branding.ts";
import { brandingResponse, presentBranding } from "../wire/branding.ts";
import { text } from "../wire/fields.ts";
import { ofAccount } from "../wire/ids.ts";
import { managersOnly, merchantOf } from "./require-member.ts";

const accentError = { error: "accent must be a colour, such as #0b625e." };
const textBody = z.object({
  accent: z
    .string(accentError)
    .regex(/^#[0-9a-f]{6}$/i, accentError)
    .transform((value) => value.toLowerCase())
    .nullish(),
  sender_name: text("sender_name", { max: SENDER_NAME_MAX }).nullish(),
  cover_line: text("cover_line", { max: COVER_LINE_MAX }).nullish(),
});
const logoBody = z.object({ content: z.string({ error: "content must be an image file in base64." }) });

export const brandingRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: brandingResponse };
  app.get("/branding", { schema: { params: ofAccount, response } }, async (request) =>
    presentBranding(await getBranding(merchantOf(request))),
  );

  const changing = { config: managersOnly, schema: { params: ofAccount, body: textBody, response } };
  app.patch("/branding", changing, async (request) => {
    const { accent, sender_name: senderName, cover_line: coverLine } = request.body;
    return presentBranding(await changeBrandText(merchantOf(request), { accent, senderName, coverLine }));
  });

  const uploading = {
    config: managersOnly,
    bodyLimit: LOGO_BODY_BYTES_MAX,
    schema: { params: ofAccount, body: logoBody, response },
  };
  app.put("/branding/logo", uploading, async (request) =>
    presentBranding(await changeLogo(merchantOf(request), Buffer.from(request.body.content, "base64"))),
  );

  app.delete("/branding/logo", { config: managersOnly, schema: { params: ofAccount, response } }, async (request) =>
    presentBranding(await removeLogo(merchantOf(request))),
  );
  ready();
};
