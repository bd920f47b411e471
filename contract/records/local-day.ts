/** A calendar day of the hospital as `yyyy-MM-dd`, without time and zone. */
export type LocalDay = string;
