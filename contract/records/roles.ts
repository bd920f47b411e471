/** The roles of users. Source: docs/product.md P1. */
export type Role = 'Admin' | 'BME' | 'Hospital';
