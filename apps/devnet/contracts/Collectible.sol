// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title Collectible
/// @notice An ERC-721 for local chains: anybody may mint, and each picture is drawn by the contract itself.
contract Collectible is ERC721 {
    using Strings for uint256;

    uint256 public totalSupply;

    /// @notice Width and height of a picture, in pixels.
    uint256 internal constant SIDE = 96;

    constructor() ERC721("Test Keys", "KEY") {}

    function mint(address to) external returns (uint256 tokenId) {
        tokenId = ++totalSupply;
        _mint(to, tokenId);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        string memory json = string.concat(
            '{"name":"Test Key #',
            tokenId.toString(),
            '","description":"A collectible of a local chain. It has no value.","image":"data:image/gif;base64,',
            Base64.encode(picture(tokenId)),
            '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }

    /// @notice The picture of a token: a key whose colours and teeth follow from its number.
    /// @dev A GIF whose codes are all eight bits long: a clear code before every 126 pixels keeps them from growing.
    function picture(uint256 tokenId) public pure returns (bytes memory) {
        uint256 seed = uint256(keccak256(abi.encode(tokenId)));
        bytes memory pixels = draw(seed);
        uint256 blocks = (pixels.length + 125) / 126;
        bytes memory data = new bytes(pixels.length + 2 * blocks);
        uint256 at;
        for (uint256 from = 0; from < pixels.length; from += 126) {
            uint256 length = pixels.length - from < 126 ? pixels.length - from : 126;
            data[at++] = bytes1(uint8(length + 1));
            data[at++] = 0x80;
            for (uint256 i = 0; i < length; ++i) data[at++] = pixels[from + i];
        }
        return bytes.concat(
            "GIF89a",
            hex"60006000f60000",
            palette(seed),
            hex"2c00000000600060000007",
            data,
            hex"018100",
            hex"3b"
        );
    }

    /// @dev 128 colours, of which three are used: the ground, the key and its edge.
    function palette(uint256 seed) internal pure returns (bytes memory colours) {
        colours = new bytes(384);
        for (uint256 i = 0; i < 3; ++i) {
            uint8 tone = uint8(seed >> (8 * i)) & 0x3f;
            colours[i] = bytes1(24 + tone);
            colours[3 + i] = bytes1(192 + tone);
            colours[6 + i] = bytes1(112 + tone);
        }
    }

    /// @dev One byte for each pixel: a ring on the left, a shaft to the right, and two teeth below it.
    function draw(uint256 seed) internal pure returns (bytes memory pixels) {
        pixels = new bytes(SIDE * SIDE);
        // The ring.
        for (uint256 y = 30; y < 66; ++y) {
            for (uint256 x = 14; x < 50; ++x) {
                uint256 dx = x > 31 ? x - 31 : 32 - x;
                uint256 dy = y > 47 ? y - 47 : 48 - y;
                uint256 distance = dx * dx + dy * dy;
                if (distance <= 324 && distance >= 100) pixels[y * SIDE + x] = distance > 270 ? bytes1(0x02) : bytes1(0x01);
            }
        }
        fill(pixels, 49, 44, 34, 8);
        fill(pixels, 60 + (seed >> 32) % 6, 52, 6, 12 + (seed >> 40) % 6);
        fill(pixels, 74 + (seed >> 48) % 4, 52, 6, 8 + (seed >> 56) % 8);
    }

    /// @dev A filled box whose last row is its edge.
    function fill(bytes memory pixels, uint256 left, uint256 top, uint256 width, uint256 height) internal pure {
        for (uint256 y = top; y < top + height; ++y) {
            for (uint256 x = left; x < left + width; ++x) {
                pixels[y * SIDE + x] = y + 2 > top + height ? bytes1(0x02) : bytes1(0x01);
            }
        }
    }
}
