/** `{company or Slideshow/Video} {YYYY-MM-DD}`, in the browser's time zone. */
export function driveFolderName(of: { company: string | null; isVideo: boolean }, now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${of.company?.trim() || (of.isVideo ? 'Video' : 'Slideshow')} ${day}`
}
