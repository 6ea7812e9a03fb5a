const sizePixels = 384;
const maxChars = 130_000;

/** The middle of a picture as a small JPEG data URL; null when the file is not a picture the browser knows. */
export const toProfileImage = async (file: File): Promise<string | null> => {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = sizePixels;
  canvas.height = sizePixels;
  const context = canvas.getContext('2d');
  if (!context) return null;
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, sizePixels, sizePixels);
  for (let quality = 0.9; quality > 0.2; quality -= 0.15) {
    const url = canvas.toDataURL('image/jpeg', quality);
    if (url.length <= maxChars) return url;
  }
  return canvas.toDataURL('image/jpeg', 0.2);
};
