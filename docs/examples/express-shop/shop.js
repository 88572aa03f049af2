import express from "express";
import { clickIdOf, expressClicks, isTributaryError } from "tributary-sdk";

/** A shop that reports its orders and refunds. */
export function createShop({ tributary, campaignId }) {
  const shop = express();
  shop.use(expressClicks());
  shop.use(express.json());

  shop.get("/", (_request, response) => {
    response.send("Welcome.");
  });

  shop.post("/orders", async (request, response) => {
    const { id, total } = request.body;
    const click_id = clickIdOf(request);
    // Nobody sent this customer.
    if (click_id === undefined) return response.json({ commission: 0 });
    try {
      const conversion = await tributary.conversions.track({
        campaign_id: campaignId,
        click_id,
        external_id: id,
        amount: total,
      });
      return response.json({ conversion: conversion.id, commission: conversion.commission });
    } catch (error) {
      if (isTributaryError(error, "duplicate_conversion")) return response.json({ conversion: error.conversionId });
      // The click is too long ago.
      if (isTributaryError(error, "outside_attribution_window")) return response.json({ commission: 0 });
      throw error;
    }
  });

  shop.post("/orders/:id/refunds", async (request, response) => {
    const { id, total } = request.body;
    try {
      const { conversion } = await tributary.refunds.recordForOrder({
        conversion_external_id: request.params.id,
        external_id: id,
        amount: total,
      });
      return response.json({ commission: conversion.commission });
    } catch (error) {
      if (!isTributaryError(error)) throw error;
      // Tributary knows only the orders that an affiliate brought.
      if (error.code === "conversion_not_found")
        return response.status(404).json({ error: "No affiliate brought this order." });
      // Such as a refund of more than is left of the order.
      if (error.status === 400) return response.status(409).json({ error: error.message });
      throw error;
    }
  });
  return shop;
}
