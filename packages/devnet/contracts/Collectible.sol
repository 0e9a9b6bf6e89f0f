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
            '","description":"A collectible of a local chain. It has no value.","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(picture(tokenId))),
            '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }

    /// @notice The picture of a token: a key whose colour and teeth follow from its number.
    function picture(uint256 tokenId) public pure returns (string memory) {
        uint256 seed = uint256(keccak256(abi.encode(tokenId)));
        string memory hue = (seed % 360).toString();
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><rect width="120" height="120" fill="hsl(',
            hue,
            ',45%,24%)"/><g fill="none" stroke="hsl(',
            hue,
            ',70%,82%)" stroke-width="8" stroke-linecap="round"><circle cx="42" cy="52" r="16"/><path d="M58 52h40M',
            (76 + (seed >> 16) % 8).toString(),
            " 52v14M",
            (90 + (seed >> 32) % 8).toString(),
            ' 52v10"/></g><text x="60" y="104" fill="hsl(',
            hue,
            ',70%,92%)" font-family="sans-serif" font-size="16" text-anchor="middle">#',
            tokenId.toString(),
            "</text></svg>"
        );
    }
}
