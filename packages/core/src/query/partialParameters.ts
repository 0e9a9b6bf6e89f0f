/** Parameters of which each may still be undefined, as in a hook that is called before all is known. */
export type PartialParameters<parameters> = parameters extends object
  ? { [name in keyof parameters]?: parameters[name] | undefined }
  : parameters
