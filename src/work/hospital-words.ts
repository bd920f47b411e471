interface NamedHospital {
  name: string;
  city: string;
  isActive?: boolean;
}

/** What an option that names a hospital says: its town too, and that it is inactive. Two may have one name. */
export function hospitalWords({ name, city, isActive = true }: NamedHospital): string {
  return `${name} · ${city}${isActive ? '' : ' (inactive)'}`;
}
