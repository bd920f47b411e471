import type { Path } from 'react-hook-form';

/**
 * The names of a form's fields, nested ones as paths. Form fields take the body as a type argument, `<FormText<Body>
 * name="location" />`; without it no name is accepted, so a field that the form does not have never compiles.
 */
export type FieldName<Body extends object> = Path<NoInfer<Body>> & string;
