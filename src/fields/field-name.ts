import type { Path } from 'react-hook-form';

/**
 * The fields of a form's body, those inside of others by their path. Form fields take the body as their type argument,
 * `<FormText<Body> name="location" />`; without one no name fits, so a field that the form does not have never compiles.
 */
export type FieldName<Body extends object> = Path<NoInfer<Body>> & string;
