/** A struct of typed data. */
export type Struct = { readonly [name: string]: unknown }

/** The structs of a field that holds one or several, nested in any depth. */
export function asList(value: unknown): readonly Struct[] {
  const isStruct = (each: unknown): each is Struct => typeof each === 'object' && each !== null
  return [value].flat(8).filter(isStruct)
}

/** A number of typed data that fits its type; 0 where there is none. */
export function toBigInt(value: unknown): bigint {
  try {
    return BigInt(value as string | number | bigint)
  } catch {
    return 0n
  }
}
