const showField = (): void => {
  const field = document.activeElement;
  if (field?.matches('input, textarea, select')) field.scrollIntoView({ block: 'nearest' });
};

/**
 * Keeps the focused field in view when the window gets lower, for example when a keyboard opens or the tablet is
 * turned. Returns a cleanup function.
 */
export function keepFieldInView(): () => void {
  window.addEventListener('resize', showField);
  return () => window.removeEventListener('resize', showField);
}
