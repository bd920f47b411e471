/**
 * The fields of a form's body. Form fields take the body as their type argument, `<FormText<Body> name="location" />`;
 * without one no name fits, so a field that the form does not have never compiles.
 */
export type FieldName<Body extends object> = keyof NoInfer<Body> & string;
