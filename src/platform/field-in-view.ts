const showField = (): void => {
  const field = document.activeElement;
  if (field?.matches('input, textarea, select')) field.scrollIntoView({ block: 'nearest' });
};

/** Keeps the field that has the focus in view when the window gets lower, as by a keyboard that opens or by turning. Returns: ends it. */
export function keepFieldInView(): () => void {
  window.addEventListener('resize', showField);
  return () => window.removeEventListener('resize', showField);
}
