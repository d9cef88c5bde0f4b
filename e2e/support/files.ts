/** Giving files to the page as people do: dropped on it, or chosen from the disk. */

import type { Page } from '@playwright/test';
import { expect, idle } from './page';

export async function drop(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const base64 = Buffer.from(content).toString('base64');
  const transfer = await page.evaluateHandle(
    ([file_name, data]) => {
      const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
      const made = new DataTransfer();
      made.items.add(new File([bytes], file_name));
      return made;
    },
    [name, base64] as const,
  );
  const curtain = page.locator('.dropping');
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await expect(curtain).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(curtain).toBeHidden();
}

export async function dropAndWait(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await drop(page, name, content);
  await idle(page);
}

/** Through the button and the browser's own dialog. */
export async function choose(page: Page, name: string, content: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a trace' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: content });
}
