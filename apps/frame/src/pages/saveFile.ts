/**
 * Puts a file into the downloads of this browser.
 *
 * @param file - The file, by the name it gets there.
 */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
