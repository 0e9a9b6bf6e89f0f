/** Parameters of which each may be undefined, as in a hook that is called before all of them are known. */
export type PartialParameters<parameters> = parameters extends object
  ? { [name in keyof parameters]?: parameters[name] | undefined }
  : parameters
