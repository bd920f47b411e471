import { afterEach, describe, expect, it, vi } from 'vitest';
import { asTakenByPhone, told } from '#tests/support/camera-jpeg.ts';
import { FileRefused, mimeOfContent, preparePhoto, scalingLimitMs } from '#ui/platform/photo.ts';
import { scaledSize } from '#ui/platform/scale-photo.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Replaces the photo worker by that of a browser that cannot draw the picture. */
function drawNothing(): void {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {
        this.dispatchEvent(new MessageEvent('message', { data: null }));
      }
      terminate() {}
    },
  );
}

describe('A picked file', () => {
  it('is identified by its content, whatever its name', () => {
    expect(mimeOfContent(bytes('%PDF-1.7'))).toBe('application/pdf');
    expect(mimeOfContent(bytes('\xff\xd8\xff\xe0'))).toBe('image/jpeg');
    expect(mimeOfContent(bytes('\x89PNG\r\n\x1a\n'))).toBe('image/png');
    expect(mimeOfContent(bytes('RIFF\x00\x00\x00\x00WEBPVP8 '))).toBe('image/webp');
    expect(mimeOfContent(bytes('\x00\x00\x00\x18ftypheic'))).toBe('image/heic');
    expect(mimeOfContent(bytes('<svg onload=alert(1)>'))).toBeNull();
    expect(mimeOfContent(bytes('RIFF\x00\x00\x00\x00WAVEfmt '))).toBeNull();
    expect(mimeOfContent(bytes(''))).toBeNull();
  });

  it("of another kind is refused with the contract's message", async () => {
    const refused = preparePhoto(new File(['MZ...'], 'photo.jpg', { type: 'image/jpeg' }));
    await expect(refused).rejects.toThrow('Only PDF, JPEG, PNG, WebP or HEIC files can be attached.');
  });

  it("of more than 10 MB is refused with the contract's message", async () => {
    const large = new File(['%PDF-1.7', new Uint8Array(10 * 1024 * 1024)], 'report.pdf');
    await expect(preparePhoto(large)).rejects.toThrow('The file is larger than 10 MB.');
  });

  it('that is a PDF is kept unchanged, with its hash', async () => {
    const { ref, bytes: kept } = await preparePhoto(new File(['%PDF-1.7'], 'report.pdf'));
    expect(ref).toEqual({
      sha256: '86edbaa24831badfa0a8b04bb410141e2ee4182b6d0014493fe262a7a331c20b',
      size: 8,
      mime: 'application/pdf',
      name: 'report.pdf',
    });
    expect(kept.byteLength).toBe(8);
  });

  it('that is a photo is given up if the worker does not respond, and the worker is terminated', async () => {
    const end = vi.fn<() => void>();
    vi.useFakeTimers();
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage() {}
        terminate = end;
      },
    );
    const refused = preparePhoto(new File([bytes('\xff\xd8\xff\xe0')], 'photo.jpg')).catch((error: unknown) => error);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(scalingLimitMs - 5_000);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await refused).toEqual(new FileRefused('file.stalled'));
    expect(end).toHaveBeenCalledOnce();
  });

  it('that is a HEIC picture which neither browser nor server reads is refused with its own message', async () => {
    drawNothing();
    const heic = (brand: string) => preparePhoto(new File([bytes(`\0\0\0\x18ftyp${brand}`)], 'plate.heic'));
    for (const brand of ['heif', 'hevm', 'hevs'])
      await expect(heic(brand)).rejects.toThrow('This browser cannot show this kind of HEIC picture.');
    expect((await heic('heic')).ref.mime).toBe('image/heic');
  });

  it('that is a JPEG which this browser cannot decode is kept without its metadata', async () => {
    drawNothing();
    const jpeg = bytes('\xff\xd8\xff\xda\0\x02picture\xff\xd9');
    const taken = asTakenByPhone(jpeg);
    const { ref, bytes: kept } = await preparePhoto(new File([new Uint8Array(taken)], 'plate.jpg'));
    const text = Buffer.from(kept).toString('latin1');
    for (const about of Object.values(told)) {
      expect(taken.toString('latin1')).toContain(about);
      expect(text).not.toContain(about);
    }
    expect(text).toContain('picture\xff\xd9');
    expect(ref).toMatchObject({ mime: 'image/jpeg', name: 'plate.jpg', size: kept.byteLength });
  });

  it.each(['\xff\xd8\xff\xe1\0\x08Exif', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBPVP8 '])(
    'that this browser cannot decode and that may contain a location is refused as damaged: %j',
    async (text) => {
      drawNothing();
      await expect(preparePhoto(new File([bytes(text)], 'plate'))).rejects.toEqual(new FileRefused('file.damaged'));
    },
  );

  it('that is a large photo is scaled to 2000 px; a small one keeps its size', () => {
    expect(scaledSize(4000, 3000)).toEqual({ width: 2000, height: 1500 });
    expect(scaledSize(3000, 6000)).toEqual({ width: 1000, height: 2000 });
    expect(scaledSize(640, 480)).toEqual({ width: 640, height: 480 });
    expect(scaledSize(100_000, 1)).toEqual({ width: 2000, height: 1 });
  });
});
