/** The three roles of the product. Source: docs/product.md P1. */
export type Role = 'Admin' | 'BME' | 'Hospital';
