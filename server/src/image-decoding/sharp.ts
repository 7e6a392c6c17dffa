import sharp from 'sharp'

// By default libvips caches results, up to 50 MB per process, and each thread that loads the package enables it again. No image is computed
// twice.
sharp.cache(false)

export { sharp }
