import { createTributary } from "tributary-sdk";
import { createShop } from "./shop.js";

const { TRIBUTARY_URL, TRIBUTARY_KEY, TRIBUTARY_CAMPAIGN, PORT = "4000" } = process.env;
const tributary = createTributary({ baseUrl: TRIBUTARY_URL, apiKey: TRIBUTARY_KEY });
createShop({ tributary, campaignId: TRIBUTARY_CAMPAIGN }).listen(Number(PORT));
