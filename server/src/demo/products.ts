export interface Product {
  readonly sku: string;
  readonly category: string;
  readonly price: number;
}

export const outdoorProducts: readonly [Product, ...Product[]] = [
  { sku: "TENT-2P", category: "tents", price: 189 },
  { sku: "TENT-4P", category: "tents", price: 279 },
  { sku: "BOOT-GTX", category: "footwear", price: 129 },
  { sku: "LAMP-H1", category: "lighting", price: 39.9 },
  { sku: "FLASK-07", category: "kitchen", price: 24.5 },
  { sku: "GIFT-50", category: "gift-cards", price: 50 },
];
