import { useView } from './engine-provider.tsx';

/** Returns the address of the hospital's logo, which contains the picture; null if it has none. */
export function useHospitalLogo(): string | null {
  const setting = useView((view) => view.get('setting', 'logo'));
  return setting?.id === 'logo' ? setting.picture : null;
}
