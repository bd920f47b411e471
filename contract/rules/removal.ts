/** Why a device is taken out of use, as it is stored. */
export const removalReasons = ['condemned', 'sold', 'transferred', 'mistake'] as const;

/** Why a device is taken out of use. */
export type RemovalReason = (typeof removalReasons)[number];

/** The words for the reasons on screens. */
export const removalWords = {
  condemned: 'Condemned',
  sold: 'Sold',
  transferred: 'Transferred',
  mistake: 'Entered by mistake',
} as const satisfies Record<RemovalReason, string>;
