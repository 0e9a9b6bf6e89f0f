/** The version that every package of this release carries. */
export const version = '0.1.0'
