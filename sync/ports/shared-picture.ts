/** The URL to which the platform posts a picture shared with the installed app (public/manifest.webmanifest). */
export const shareAddress = '/scan/shared';
/** The screen that reads the picture. */
const scanAddress = '/scan';
const cacheName = 'shared-picture';

/**
 * Stores the picture of a share request in this browser, replacing an earlier one, and redirects the app to the scan
 * screen. Works offline: the request does not leave the tablet.
 */
export async function keepSharedPicture(request: Request, caches: CacheStorage): Promise<Response> {
  const picture = (await request.formData().catch(() => null))?.get('picture');
  if (!(picture instanceof File) || picture.size === 0) return Response.redirect(scanAddress, 303);
  const cache = await caches.open(cacheName);
  await cache.put(shareAddress, new Response(picture, { headers: { 'content-type': picture.type } }));
  return Response.redirect(`${scanAddress}?shared=picture`, 303);
}

/** Returns the picture that was shared with the app and deletes it; null if there is none. */
export async function takeSharedPicture(caches: CacheStorage): Promise<File | null> {
  const answer = await caches.match(shareAddress, { cacheName });
  await caches.delete(cacheName);
  if (!answer) return null;
  const picture = await answer.blob();
  return new File([picture], 'shared picture', { type: picture.type });
}
