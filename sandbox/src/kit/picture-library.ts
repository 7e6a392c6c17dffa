/** Loaded when the first picture is drawn or measured: most runs of the sandbox need none, and it takes 15 MB. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  return sharp
}
