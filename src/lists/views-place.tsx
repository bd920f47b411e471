import { type ComponentProps, lazy, Suspense } from 'react';
import { useAfterMount } from '#ui/ui/use-after-mount.ts';

const ListViews = lazy(async () => ({ default: (await import('./list-views.tsx')).ListViews }));

/** Reserves the space of the menu of saved views. */
export const viewsPlace = <span className="min-w-target max-sm:grow-0!" />;

/** Shows the menu of saved views. Mounted with the rows, it loads after they are on the screen. */
export function ViewsPlace(props: ComponentProps<typeof ListViews>) {
  return <Suspense fallback={viewsPlace}>{useAfterMount() ? <ListViews {...props} /> : viewsPlace}</Suspense>;
}
