/** Parameters of which each may still be undefined, as in a hook that is called before all is known. */
export type Unfinished<parameters> = parameters extends object
  ? { [name in keyof parameters]?: parameters[name] | undefined }
  : parameters
