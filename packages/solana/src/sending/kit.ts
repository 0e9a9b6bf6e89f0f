// The only import of the optional peer: a bundler that cannot find the package says so once, and not for each name.
// biome-ignore lint/performance/noBarrelFile: not an entry point
// biome-ignore lint/performance/noReExportAll: a list of names would be an error for each of them
export * from '@solana/kit'
