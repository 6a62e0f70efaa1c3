// A ring that runs off once around a button.

/**
 * Draws a ring, which runs off as the `stroke-dashoffset` of its circle goes from 0 to 1.
 *
 * @param {string} name The class of the picture.
 * @param {number} size How wide and high the picture is, in its own units.
 * @param {number} radius
 */
export function drawRing(name, size, radius) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add(name);
  const circle = document.createElementNS(namespace, "circle");
  for (const [attribute, value] of Object.entries({ cx: size / 2, cy: size / 2, r: radius, pathLength: 1, "stroke-dasharray": 1 })) {
    circle.setAttribute(attribute, String(value));
  }
  svg.append(circle);
  return svg;
}
