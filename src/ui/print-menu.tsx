import { MenuButton } from './menu-button.tsx';

interface PrintMenuProps {
  /** The papers of the screen. */
  items: readonly { label: string; to: string }[];
}

/** Links to the papers of a screen. */
export function PrintMenu({ items }: PrintMenuProps) {
  return (
    <MenuButton
      label="Print"
      icon="print"
      align="end"
      className="border border-line-strong bg-surface hover:border-primary"
      items={items}
    />
  );
}
