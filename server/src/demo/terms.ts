export const percentage = (value: number) => ({ type: "percentage", value }) as const;
const monthly = { measure: "conversions", period: "month" } as const;

/** More from the fifth order in a month on, and a bonus for a good month. */
export const shopPlan = {
  tiers: { ...monthly, steps: [{ from: 5, pay: percentage(12) }] },
  bonuses: [{ ...monthly, id: "good-month", counts: "approved", reach: 4, value: 20 }],
};

export const outdoorPlan = {
  lines: [
    { id: "tents", when: { category: ["tents"] }, pay: percentage(12) },
    { id: "gift-cards", when: { category: ["gift-cards"] }, pay: { type: "none" } },
  ],
};

/** A year of every subscriber's payments. */
export const subscriptionPlan = { repeat: { pay: "limited", months: 12 } };
