// biome-ignore-all lint/correctness/noUndeclaredDependencies: what builds an app is one of its devDependencies
import { rspack } from '@rspack/core'

// biome-ignore lint/style/noDefaultExport: Rspack finds it by this
export default {
  context: import.meta.dirname,
  entry: './main.jsx',
  output: { path: `${import.meta.dirname}/dist`, clean: true },
  module: {
    rules: [
      { test: /\.css$/, type: 'css/auto' },
      {
        test: /\.jsx$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } },
        },
      },
    ],
  },
  plugins: [new rspack.HtmlRspackPlugin({ template: './index.html' })],
}
