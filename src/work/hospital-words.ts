interface NamedHospital {
  name: string;
  city: string;
  isActive?: boolean;
}

/**
 * Returns the label of a hospital in a list of choices, with its town and whether it is inactive, because two hospitals
 * may have the same name.
 */
export function hospitalWords({ name, city, isActive = true }: NamedHospital): string {
  return `${name} · ${city}${isActive ? '' : ' (inactive)'}`;
}
