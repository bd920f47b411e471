import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#ui/ui/button.tsx';
import { ComboBox } from '#ui/ui/combo-box.tsx';

/** Delay between typing and suggestions. Units: ms. Source: docs/product.md P41. */
const debounceMs = 300;

/** Tracks the text typed into a SerialPicker; `searched` is the text to search, once typing pauses. */
export function useSerialTyping(fewestCharacters: number) {
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  const typed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return { typed, searched, enough: typed.length >= fewestCharacters, isCurrent: searched === typed, setText };
}

/** How a form adds devices by serial number. */
export interface SerialAdding<Device> {
  error: string | undefined;
  selected: readonly { serialNumber: string }[];
  onChoose: (device: Device) => void;
  onEnterText: (text: string) => void;
  onScan: () => void;
}

interface SerialPickerProps<Device> extends SerialAdding<Device> {
  hint: string;
  disabled?: boolean;
  found: readonly Device[];
  itemOf: (device: Device) => { id: string; detail: string };
  loading: boolean;
  emptyText: ReactNode;
  scanLook?: 'signal';
  setText: (text: string) => void;
}

/** Adds devices by serial number: typed, chosen from matches that are not selected yet, or scanned. */
export function SerialPicker<Device extends { serialNumber: string }>(props: SerialPickerProps<Device>) {
  const { selected, onChoose, onEnterText, onScan, found, itemOf, scanLook, setText, ...field } = props;
  const taken = new Set(selected.map(({ serialNumber }) => serialNumber));
  return (
    <ComboBox
      {...field}
      label="Serial Number"
      required
      items={found
        .filter(({ serialNumber }) => !taken.has(serialNumber))
        .map((device) => ({ ...itemOf(device), label: device.serialNumber, device }))}
      selected={null}
      clearOnSelect
      onSearch={setText}
      onSelect={(item) => {
        if (item) onChoose(item.device);
      }}
      onEnterText={(typed) => {
        setText('');
        onEnterText(typed);
      }}
      trailing={
        <Button variant={scanLook} icon="scan" disabled={field.disabled} onClick={onScan}>
          Scan
        </Button>
      }
    />
  );
}
