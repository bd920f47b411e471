/** What an option that names a hospital says: its town too, and that it is inactive. Source: decision 5.6. */
export function hospitalWords({
  name,
  city,
  isActive = true,
}: {
  name: string;
  city: string;
  isActive?: boolean;
}): string {
  return `${name} · ${city}${isActive ? '' : ' (inactive)'}`;
}
